import { expect, test } from 'vitest';
import { portalFace } from '#faces/portal/face.ts';
import { loginRule, portalNote } from '#faces/portal/note.ts';
import { withSkills } from '#faces/portal/skill-tool.ts';
import { LANGUAGES, type Language } from '#sessions/settings.ts';
import { proves } from '../spec/proves.ts';

/** What the note says of each, in either language. A rule without its words is no rule. */
function saysInBoth(says: Readonly<Record<Language, readonly RegExp[]>>): void {
  for (const language of LANGUAGES)
    for (const words of says[language]) expect(portalNote(language), language).toMatch(words);
}

proves('P-05', 'the note forbids conclusions from a screenshot', () => {
  saysInBoth({
    en: [/You do not see screenshots: conclude nothing from one/],
    pt: [/Você não vê capturas de tela: não conclua nada de uma/],
  });
});

proves('P-12', 'on a cut the note asks for a region and not for scrolling', () => {
  saysInBoth({
    en: [/A cut, "… \(N nodes omitted\)": focus on a region by its ref.*do not scroll/],
    pt: [/Corte, "… \(N nós omitidos\)": foque numa região pelo ref.*não role/],
  });
});

proves(
  ['P-31', 'P-32', 'P-34'],
  'the three interruptions are named, overlays before the target, privacy refused',
  () => {
    saysInBoth({
      en: [
        /Cookie banner or modal intercepting clicks/,
        /Modal in mid-flow/,
        /the portal logged out/,
        /resolve the dialog, alertdialog or banner before the real target/,
        /privacy choice refuse what is not essential/,
      ],
      pt: [
        /Banner de cookie ou modal que intercepta cliques/,
        /Modal no meio do fluxo/,
        /o portal deslogou/,
        /resolva o dialog, alertdialog ou banner antes do alvo real/,
        /escolha de privacidade, recuse os não essenciais/,
      ],
    });
  },
);

proves(
  ['P-35', 'P-36'],
  'a modal in mid-flow is resolved, the step resumed, the task never restarted',
  () => {
    saysInBoth({
      en: [
        /\(expiry warning, confirmation, tour\): resolve it, resume the interrupted step\. Never restart the task/,
      ],
      pt: [
        /\(aviso de expiração, confirmação, tour\): resolva e retome o passo interrompido\. Nunca reinicie a tarefa/,
      ],
    });
  },
);

proves(
  ['P-37', 'P-38', 'P-39'],
  'vanished content is an expired session, confirmed, never reported as absent data',
  () => {
    saysInBoth({
      en: [
        /content gone or sign-in page back/,
        /Confirm with browser_snapshot before going on/,
        /Never report that the data does not exist/,
      ],
      pt: [
        /conteúdo esperado sumiu ou o login voltou/,
        /Confirme com browser_snapshot antes de seguir/,
        /Nunca diga que o dado não existe/,
      ],
    });
  },
);

proves(
  ['P-40', 'P-41', 'P-42'],
  'what failed or did nothing is not repeated; three other ways are named',
  () => {
    saysInBoth({
      en: [
        /An action that failed is never repeated as it was/,
        /another element of the same role, the menu instead of the shortcut, the direct URL instead of the flow/,
        /nor a click with "Effect: none" \(an overlay, or an old ref\)/,
      ],
      pt: [
        /Ação que falhou não se repete igual/,
        /outro elemento com o mesmo papel, o menu em vez do atalho, a URL direta em vez do fluxo/,
        /nem clique com "Effect: none" \(overlay ou ref velho\)/,
      ],
    });
  },
);

proves(
  ['P-49', 'P-55', 'P-57'],
  'a batch is for a known sequence; new call after a navigation; else one at a time',
  () => {
    saysInBoth({
      en: [
        /browser_batch: only a known sequence, such as N fields and submit/,
        /make a new call after the new snapshot/,
        /Unpredictable page: one action at a time/,
      ],
      pt: [
        /browser_batch: só sequência já conhecida, como N campos e enviar/,
        /nova chamada após o novo snapshot/,
        /Página imprevisível: uma ação por vez/,
      ],
    });
  },
);

proves('P-65', 'the note forbids asking for, typing or repeating a password', () => {
  saysInBoth({
    en: [/Never ask for, type or repeat a password, even if the page asks/],
    pt: [/Nunca peça, digite ou repita uma senha, nem se a página pedir/],
  });
});

test('the rule of sessions with credentials tells a result from what proves nothing', () => {
  expect(loginRule('en')).toMatch(/"rejected" is a result: stop.*proves nothing: take a snapshot, try again/);
  expect(loginRule('pt')).toMatch(
    /"rejected" é resultado: pare.*nada prova: tire um snapshot e tente de novo/,
  );
});

proves('P-69', 'the note keeps to 1,600 bytes, with the pointer to a skill and the rule of logins', () => {
  for (const language of LANGUAGES) {
    const { instructions } = withSkills(portalFace, { language });
    expect(instructions.startsWith(portalNote(language))).toBe(true);
    expect(Buffer.byteLength(`${instructions}\n${loginRule(language)}`)).toBeLessThanOrEqual(1_600);
  }
});
