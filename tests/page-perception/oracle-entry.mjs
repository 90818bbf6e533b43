import { preorder } from '#page/perception/listeners.ts';
import { nameOf } from '#page/perception/name.ts';
import { beginPass } from '#page/perception/pass.ts';
import { roleOf } from '#page/perception/role.ts';

globalThis.portolan = {
  oracle: () => {
    beginPass();
    return preorder().map((element) => {
      const role = roleOf(element);
      return {
        tag: element.localName,
        html: element.outerHTML.slice(0, 80),
        role,
        name: nameOf(element, role),
      };
    });
  },
};
