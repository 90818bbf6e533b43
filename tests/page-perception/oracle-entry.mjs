import { preorder } from '#page/perception/listeners.ts';
import { nameOf } from '#page/perception/name.ts';
import { beginPass } from '#page/perception/pass.ts';
import { roleOf } from '#page/perception/role.ts';
import { focusedElement, statesOf } from '#page/perception/states.ts';
import { shownValue } from '#page/perception/value.ts';

globalThis.portolan = {
  oracle: () => {
    beginPass();
    const focused = focusedElement();
    return preorder().map((element) => {
      const role = roleOf(element);
      const value = shownValue(element, role);
      return {
        tag: element.localName,
        html: element.outerHTML.slice(0, 160),
        role,
        name: nameOf(element, role),
        states: statesOf(element, role, focused),
        value: value.isMasked ? null : (value.text ?? ''),
        expected: { ...element.dataset },
      };
    });
  },
};
