import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Waits for the end of its input, which comes when whoever holds the other end is gone in whatever way.
 * The browser ends with its own pipe at the same moment; if it has not within a second, it is ended, if the
 * process with that id is still the one that was meant. Then its folder is removed. A browser it was not
 * told of yet is found by its profile, which is locked for it or in its own folder.
 */
const SCRIPT = `
trap '' HUP INT TERM
folder=$1 profile=$2 crashes=$3 lock=$4 id=\${1##*/} pid= start=
while read -r word first rest; do
  case $word in
    browser) pid=$first start=$rest ;;
    done) exit 0 ;;
  esac
done
start_of() {
  if [ -r "/proc/$1/stat" ]; then
    stat=$(cat "/proc/$1/stat" 2>/dev/null) || return
    set -- \${stat##*) }
    [ "$1" = Z ] || echo "\${20}"
  else
    set -- $(LC_ALL=C ps -o lstart= -p "$1" 2>/dev/null)
    echo "$*"
  fi
}
by_argument() {
  if [ -d /proc/self ]; then
    for file in $(grep -lF -- "$1" /proc/[0-9]*/cmdline 2>/dev/null); do
      if tr '\\0' '\\n' <"$file" 2>/dev/null | grep -qxF -- "$1"; then
        file=\${file%/cmdline}
        echo "\${file#/proc/}"
      fi
    done
  else
    ps -axww -o pid=,command= |
      WANTED=$1 awk 'index($0 " ", ENVIRON["WANTED"] " ") { print $1 }'
  fi
}
end() { kill -9 "-$1" 2>/dev/null || kill -9 "$1" 2>/dev/null; }
if [ -z "$pid" ]; then
  pid=$(by_argument "--user-data-dir=$profile" | head -n 1)
  [ -n "$pid" ] && start=$(start_of "$pid")
fi
tries=0
while [ "$tries" -lt 10 ] && [ -n "$start" ] && [ "$(start_of "$pid")" = "$start" ]; do
  tries=$((tries + 1))
  sleep 0.1
done
[ -n "$start" ] && [ "$(start_of "$pid")" = "$start" ] && end "$pid"
for found in $(by_argument "--database=$crashes"); do end "$found"; done
socket=$(readlink "$profile/SingletonSocket" 2>/dev/null)
case $socket in
  */SingletonSocket)
    rm -f -- "$socket" "\${socket%/*}/SingletonCookie"
    rmdir -- "\${socket%/*}" 2>/dev/null ;;
esac
if [ -n "$lock" ] && grep -qF -- "$id" "$lock" 2>/dev/null; then
  rm -f -- "$profile/SingletonLock" "$profile/SingletonCookie" "$profile/SingletonSocket" "$lock"
fi
case $folder in
  */browsers/b_*)
    tries=0
    while [ "$tries" -lt 40 ]; do
      rm -rf -- "$folder" 2>/dev/null
      [ -e "$folder" ] || exit 0
      tries=$((tries + 1))
      sleep 0.1
    done ;;
esac
`;

/** A process of a few hundred kilobytes that outlives us by moments, to end a browser that we could not. */
export interface ParentDeathWatch {
  readonly pid: number | undefined;
  /** Tells it which process the browser is. */
  tell(pid: number, startTime: string): void;
  /** Ends it: the browser is closed and its folder removed. */
  stop(): void;
}

export interface WatchedFolder {
  readonly path: string;
  readonly profileDir: string;
  readonly crashDir: string;
  /** Lock of a named profile, removed with the browser. */
  readonly lockPath?: string;
}

/**
 * Starts the watch, before the browser starts. It runs in a session of its own, so that a signal to our
 * process group does not reach it, and does not keep our process running.
 *
 * @returns undefined on Windows, where the browser ends with its pipe and the next start removes the rest.
 */
export function startParentDeathWatch(folder: WatchedFolder): ParentDeathWatch | undefined {
  if (process.platform === 'win32') return undefined;
  const child = spawn(
    '/bin/sh',
    ['-c', SCRIPT, 'portolan-watch', folder.path, folder.profileDir, folder.crashDir, folder.lockPath ?? ''],
    { detached: true, cwd: '/', env: { PATH: '/bin:/usr/bin' }, stdio: ['pipe', 'ignore', 'ignore'] },
  );
  const { stdin } = child;
  // A watch that cannot start or was ended leaves its work to the reaping at the next start.
  child.on('error', () => {});
  stdin.on('error', () => {});
  child.unref();
  if (stdin instanceof Socket) stdin.unref();
  return {
    pid: child.pid,
    tell: (pid, startTime) => stdin.write(`browser ${pid} ${startTime}\n`),
    stop: () => stdin.end('done\n'),
  };
}
