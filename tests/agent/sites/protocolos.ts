import { openSmallPortal, type SmallPortal } from './small-portal.ts';

const PEDIDOS = Array.from({ length: 45 }, (_, place) => ({
  numero: `2026/${String(1100 + place)}`,
  assunto: ['Poda de árvore', 'Segunda via', 'Alvará', 'Iluminação'][place % 4] ?? '',
  situacao: ['Em análise', 'Deferido', 'Arquivado'][place % 3] ?? '',
  prazo: `${String(1 + (place % 28)).padStart(2, '0')}/02/2027`,
}));

/**
 * Um balcão em português: identificação em duas páginas, aviso de cookies, tabela que se redesenha no mesmo
 * documento, formulário em que o tipo decide os campos, aviso de sessão no meio do preenchimento, confirmação
 * antes de enviar, e uma sessão que cai uma vez quando o formulário é enviado.
 */
export async function openProtocolos(): Promise<SmallPortal> {
  return await openSmallPortal((note) => {
    let hasDropped = false;
    return {
      open: ['/acesso', '/acesso/senha', '/cookies'],
      signInPath: '/acesso',
      routes: {
        '/acesso': (visit) => visit.send(pagina('Acesso', ACESSO)),
        '/acesso/senha': (visit) => {
          if (visit.form.get('senha') === null)
            return visit.send(pagina('Acesso', SENHA(visit.form.get('cpf') ?? '')));
          if (visit.form.get('cpf') !== '123.456.789-09' || visit.form.get('senha') !== 'farol-9')
            return visit.send(pagina('Acesso', SENHA(visit.form.get('cpf') ?? '')), undefined, 401);
          visit.signIn();
          visit.redirect('/pedidos');
        },
        '/cookies': (visit) => {
          note(`cookies: ${visit.request.body}`);
          visit.send('{}', 'application/json');
        },
        '/pedidos': (visit) => visit.send(pagina('Pedidos', LISTA)),
        '/pedidos/novo': (visit) => visit.send(pagina('Novo pedido', FORMULARIO)),
        '/pedidos/enviar': (visit) => {
          if (!hasDropped) {
            hasDropped = true;
            visit.drop();
            return visit.redirect('/acesso');
          }
          note(`pedido: ${[...visit.form.values()].join(', ')}`);
          visit.send(
            pagina('Enviado', '<h1>Pedido registrado</h1><p>Protocolo 2026/1145 gerado com sucesso.</p>'),
          );
        },
      },
    };
  });
}

function pagina(titulo: string, corpo: string): string {
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>${titulo}</title>
<style>body{font:16px sans-serif;margin:2rem}#tampa{position:fixed;inset:0;background:#0007}#tampa>*{background:#fff;padding:2rem;max-width:28rem;margin:10vh auto}td,th{padding:.3rem .8rem;text-align:left}</style>
<header>Balcão de Protocolos</header><nav aria-label="Principal"><a href="/pedidos">Meus pedidos</a> <a href="/pedidos/novo">Novo pedido</a></nav><main>${corpo}</main>
<script>
function tampa(papel, titulo, texto, botoes) {
  const div = document.createElement('div'); div.id = 'tampa';
  div.innerHTML = '<section role="' + papel + '" aria-modal="true" aria-label="' + titulo + '"><h2>' + titulo + '</h2><p>' + texto + '</p>' + botoes.map(([nome]) => '<button type="button">' + nome + '</button>').join(' ') + '</section>';
  div.querySelectorAll('button').forEach((botao, lugar) => botao.onclick = () => { div.remove(); botoes[lugar][1](); });
  document.body.append(div);
}
if (!document.cookie.includes('cookies=')) {
  const guardar = (escolha) => () => { document.cookie = 'cookies=' + escolha; fetch('/cookies', { method: 'POST', body: escolha }); };
  tampa('dialog', 'Aviso de cookies', 'Usamos cookies para lembrar você e para publicidade.', [['Aceitar todos', guardar('todos')], ['Somente os necessários', guardar('necessarios')]]);
}
</script></html>`;
}

const ACESSO = `<h1>Acesso do cidadão</h1><form method="post" action="/acesso/senha"><label>CPF <input name="cpf"></label> <button>Avançar</button></form>`;
const SENHA = (cpf: string) =>
  `<h1>Acesso do cidadão</h1><form method="post" action="/acesso/senha"><input type="hidden" name="cpf" value="${cpf.replace(/[^\d.-]/g, '')}"><label>Senha <input name="senha" type="password"></label> <button>Entrar</button></form>`;

const LISTA = `<h1>Meus pedidos</h1><p>${PEDIDOS.length} pedidos</p><table aria-label="Pedidos"><thead><tr><th>Número</th><th>Assunto</th><th>Situação</th><th>Prazo</th><th></th></tr></thead><tbody></tbody></table>
<p><button id="anterior">Anterior</button> <span id="pagina"></span> <button id="proxima">Próxima</button></p>
<section id="ficha" aria-label="Ficha do pedido" aria-live="polite"></section>
<script>
const pedidos = ${JSON.stringify(PEDIDOS)}; const porPagina = 10; let pagina = 0;
function desenhar() {
  document.querySelector('tbody').innerHTML = pedidos.slice(pagina * porPagina, (pagina + 1) * porPagina).map((p, i) => '<tr><td>' + p.numero + '</td><td>' + p.assunto + '</td><td>' + p.situacao + '</td><td>' + p.prazo + '</td><td><button data-i="' + (pagina * porPagina + i) + '">Detalhes</button></td></tr>').join('');
  document.querySelector('#pagina').textContent = 'Página ' + (pagina + 1) + ' de ' + Math.ceil(pedidos.length / porPagina);
  document.querySelector('#anterior').disabled = pagina === 0;
  document.querySelector('#proxima').disabled = (pagina + 1) * porPagina >= pedidos.length;
}
document.querySelector('#anterior').onclick = () => { pagina--; desenhar(); };
document.querySelector('#proxima').onclick = () => { pagina++; desenhar(); };
document.querySelector('tbody').onclick = ({ target }) => {
  const p = pedidos[target.dataset.i];
  if (p) document.querySelector('#ficha').innerHTML = '<h2>Pedido ' + p.numero + '</h2><dl><dt>Despacho</dt><dd>' + p.situacao + ' até ' + p.prazo + '</dd></dl>';
};
desenhar();
new EventSource('/stream').onmessage = () => { desenhar(); history.replaceState(null, '', '#atualizado'); };
</script>`;

const FORMULARIO = `<h1>Novo pedido</h1><form method="post" action="/pedidos/enviar">
<p><label>Tipo <select name="tipo"><option value="">Selecione</option><option>Obra</option><option>Documento</option></select></label></p><div id="extra"></div>
<p><label>Bairro <input name="bairro"></label></p><p><label>Rua <input name="rua"></label></p><p><label>Descrição <textarea name="descricao"></textarea></label></p>
<button id="enviar" type="button">Enviar pedido</button></form>
<script>
const form = document.querySelector('form'); let digitados = 0;
form.tipo.onchange = () => { document.querySelector('#extra').innerHTML = form.tipo.value === 'Obra' ? '<p><label>Área em m² <input name="area"></label></p>' : '<p><label>Número do documento <input name="documento"></label></p>'; };
form.addEventListener('input', ({ target }) => {
  if (target.tagName === 'SELECT' || ++digitados !== 2) return;
  tampa('alertdialog', 'Sua sessão vai expirar', 'Por segurança, ela termina em 1 minuto.', [['Sair', () => location = '/acesso'], ['Continuar conectado', () => {}]]);
});
document.querySelector('#enviar').onclick = () => tampa('dialog', 'Confirmar envio', 'O pedido será enviado à prefeitura.', [['Cancelar', () => {}], ['Confirmar', () => form.submit()]]);
</script>`;
