import { openDoor } from '#page/settle/door.ts';
import { wrapEvents } from '#page/settle/wrap-events.ts';
import { wrapMessages } from '#page/settle/wrap-messages.ts';
import { wrapPermissions } from '#page/settle/wrap-permissions.ts';
import { wrapPromises } from '#page/settle/wrap-promises.ts';
import { wrapRequests } from '#page/settle/wrap-requests.ts';
import { wrapTimers } from '#page/settle/wrap-timers.ts';

/** The host puts a random name here when it installs the hook. */
const door = openDoor('__PORTOLAN_DOOR__');
wrapEvents();
wrapTimers();
wrapRequests();
wrapMessages();
wrapPromises();
wrapPermissions(door.permissionEnded);
