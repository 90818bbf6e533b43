/** What anybody who reads English or Portuguese knows of portals; nothing of any one of them. */
export const PRIVACY = /cookie|privac|consent|tracking|rastrea|dados pessoais/i;
export const REFUSE =
  /reject|refuse|decline|deny|(only|just|strictly)\b.*\b(essential|necessary|required)|essential (cookies )?only|recus|rejeit|(só|somente|apenas)\b.*(essencia|necess)/i;
export const SETTINGS =
  /settings|preferences|manage|customi[sz]e|options|configur|prefer[êe]ncias|personaliz|gerenciar/i;
export const SESSION =
  /session|signed out|log(ged)? out|still there|inactiv|sess[ãa]o|expir|inatividade|ainda est[áa]/i;
export const STAY =
  /stay|keep|continue|extend|remain|still here|manter|continuar|permanecer|renovar|\bsim\b/i;
export const DISMISS =
  /close|dismiss|skip|not now|no,? thanks|later|got it|cancel|fechar|pular|agora n[ãa]o|depois|dispensar|entendi|cancelar|[×✕]/i;
export const CONFIRM = /confirm|yes|proceed|ok|sim|prosseguir/i;
export const SIGN_IN =
  /sign ?in|log ?in|continue|next|enter|submit|entrar|acessar|avan[çc]ar|continuar|pr[óo]xim/i;
export const SIGN_IN_PAGE = /sign ?in|log ?in|identif|authenti|entrar|acess|autentic/i;
export const NEXT =
  /^(next|older|more|show more|load more|pr[óo]xim|seguinte|avan[çc]ar|mais|carregar mais|[›»>])/i;
export const PREVIOUS = /previous|anterior|[‹«]/i;
export const SEARCH = /search|find|filter|look ?up|pesquis|busca|procur|filtr|localizar/i;
export const OPEN = /open|details?|view|show|see|abrir|detalhe|ver|exibir|consultar/i;
export const PASSWORD = /password|passcode|pin|senha|palavra-passe/i;

const MONTHS = [
  ['january', 'janeiro'],
  ['february', 'fevereiro'],
  ['march', 'março'],
  ['april', 'abril'],
  ['may', 'maio'],
  ['june', 'junho'],
  ['july', 'julho'],
  ['august', 'agosto'],
  ['september', 'setembro'],
  ['october', 'outubro'],
  ['november', 'novembro'],
  ['december', 'dezembro'],
] as const;

/** The month that a text names, counted from year 0; undefined when it names none with its year. */
export function monthIn(text: string): number | undefined {
  const year = /\b(?:19|20)\d\d\b/.exec(text)?.[0];
  const month = MONTHS.findIndex((names) => names.some((name) => text.toLowerCase().includes(name)));
  return year === undefined || month < 0 ? undefined : Number(year) * 12 + month;
}

/** Whether a name says this day in full: `31 December 2026`, `December 31, 2026`, `31 de dezembro de 2026`. */
export function namesDay(name: string, iso: string): boolean {
  if (name.includes(iso)) return true;
  const [year = 0, month = 0, day = 0] = iso.split('-').map(Number);
  const numbers = name.match(/\d+/g)?.map(Number) ?? [];
  return monthIn(name) === year * 12 + month - 1 && numbers.includes(day) && numbers.includes(year);
}
