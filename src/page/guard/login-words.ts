/** Words by which sign-in pages name their parts, in the languages that portals come in. */

export const USER_WORDS =
  /user|login|log-in|logon|e-?mail|correo|usu[aá]rio|utente|benutzer|anmelde|identifiant|utilisateur|courriel|account|conta\b|cuenta|konto|compte|\bcpf\b|\bcnpj\b|\bnif\b|\bdni\b|codice fiscale|matr[ií]cul|member|customer.?(id|no|number)|client.?(id|no|number)|kundennummer|phone|telefon|celular|mobile|用户|帐号|账号|ユーザー|メール|пользоват|логин|почт|pengguna|kullan[ıi]c/i;

export const NO_USER_WORDS =
  /search|buscar|pesquis|cerca\b|suche|recherch|newsletter|subscri|coupon|promo|gift|quantity|captcha|one.?time|\botp\b|\bzip\b|postal|comment|message|first.?name|last.?name|nickname/i;

export const CODE_WORDS =
  /\botp\b|totp|one.?time|\bmfa\b|\b2fa\b|two.?factor|two.?step|verif(y|ication|icação|icación|ica).{0,12}(code|c[oó]d|kod)?|auth(enticator|entication)?.?code|security.?code|access.?code|pass.?code|sms.?code|c[oó]digo|codice|best[aä]tigungs|einmal|zugangscode|code de|\bcode\b|\btoken\b|\bpin\b|digit|验证码|認証|код/i;

export const NEW_PASSWORD_WORDS =
  /new.?pass|confirm|repeat|again|retype|re-?enter|nova senha|nueva|repet|conferma|ripeti|neues|wiederhol|nouveau|confirmer/i;

export const SUBMIT_WORDS =
  /^\s*(sign.?in|log.?in|log.?on|submit|continue|next|verify|confirm|enter|proceed|go|entrar|acessar|aceder|acceder|acedi|iniciar.*|ingresar|continuar|avan[cç]ar|pr[oó]ximo|siguiente|seguinte|confirmar|verificar|enviar|accedi|entra|avanti|continua|conferma|verifica|invia|anmelden|einloggen|weiter|best[aä]tigen|absenden|connexion|se connecter|continuer|suivant|valider|v[eé]rifier|登录|登入|ログイン|次へ|войти|далее|masuk|lanjut|giri[sş].*)\b/i;

export const OTHER_WAY_WORDS =
  /google|apple|facebook|microsoft|github|linkedin|twitter|\bsso\b|passkey|qr|forgot|esquec|olvid|dimentic|vergess|oubli|register|sign.?up|create|criar|crear|registr|regist|show|hide|mostrar|mostra|ocultar|anzeigen|afficher|cancel|back|voltar|resend|reenviar|help|ajuda|remember|close|accept|cookie/i;

export const SIGN_OUT_WORDS =
  /^\s*(sign.?out|log.?out|log.?off|sair|terminar sess[aã]o|cerrar sesi[oó]n|salir|esci|disconnetti|abmelden|ausloggen|d[eé]connexion|se d[eé]connecter|退出|注销|ログアウト|выйти|выход|keluar|[cç][ıi]k[ıi][sş])\b/i;

/** Near a sign-in form: what was given is wrong. */
export const WRONG_WORDS =
  /(wrong|incorrect|invalid|not valid|doesn.?t match|do(es)? not match|didn.?t match|not recogni[sz]ed|couldn.?t find|could not find|failed|denied|unknown (user|account)|no account|inv[aá]lid|incorret|incorrect|errad|n[aã]o (confere|encontrad|reconhecid)|no (coincide|v[aá]lid|reconoc)|err[oó]ne|errat|non (valid|corrett|riconosciut)|sbagliat|falsch|ung[uü]ltig|stimm.*nicht|nicht (gefunden|korrekt)|erron[eé]|invalide|incorrects?|introuvable|错误|不正确|間違|正しくありません|неверн|неправильн|salah|hatal[ıi]|yanl[ıi][sş])/i;

export const LIMITED_WORDS =
  /too many|try again (later|in \d)|temporarily (locked|blocked|disabled)|rate.?limit|muitas tentativas|demasiad[oa]s intentos|troppi tentativi|zu viele|trop de (tentatives|demandes)|bloquead[oa] temporariamente|尝试次数过多|слишком много/i;

export const SECOND_FACTOR_WORDS =
  /two.?(factor|step)|2.?step|second factor|\b2fa\b|\bmfa\b|authenticator|approve (the|this|your)? ?(sign.?in|login|request)|check your (phone|e-?mail|inbox)|verify (it.?s|that it.?s|your identity)|we('ve| have)? sent (you )?(a|an) (code|e-?mail|link|text)|verification code|one.?time (code|password)|confirm(e|ação)? (sua|a sua) identidade|dois fatores|duas etapas|dos (factores|pasos)|c[oó]digo de (verifica|seguran)|codice di verifica|due (fattori|passaggi)|zwei.?faktor|best[aä]tigungscode|code de v[eé]rification|deux (facteurs|[eé]tapes)/i;
