import 'bootstrap';
import 'bootstrap/dist/css/bootstrap.min.css';

const form = `
  <h1>New order</h1>
  <form class="p-3">
    <div class="mb-3"><label for="customer" class="form-label">Customer</label><input id="customer" class="form-control" required></div>
    <div class="form-floating mb-3"><input id="mail" class="form-control" type="email" placeholder="x"><label for="mail">Mail</label></div>
    <fieldset><legend>Size</legend>
      <div class="form-check"><input class="form-check-input" type="radio" name="size" id="s"><label class="form-check-label" for="s">Small</label></div>
      <div class="form-check"><input class="form-check-input" type="radio" name="size" id="m" checked><label class="form-check-label" for="m">Medium</label></div>
    </fieldset>
    <div class="btn-group" role="group" aria-label="Speed"><input type="radio" class="btn-check" name="speed" id="slow" checked><label class="btn btn-outline-primary" for="slow">Slow</label><input type="radio" class="btn-check" name="speed" id="fast"><label class="btn btn-outline-primary" for="fast">Fast</label></div>
    <div><input type="checkbox" class="btn-check" id="terms"><label class="btn btn-primary" for="terms">Accept terms</label></div>
    <div class="form-check form-switch"><input class="form-check-input" type="checkbox" role="switch" id="wrap" checked><label class="form-check-label" for="wrap">Gift wrap</label></div>
    <label for="city">City</label><select id="city" class="form-select"><option>Lisbon</option><option>Porto</option></select>
    <label for="volume" class="form-label">Volume</label><input type="range" class="form-range" id="volume">
    <div class="input-group"><span class="input-group-text" id="at">@</span><input class="form-control" aria-label="Handle" aria-describedby="at"></div>
    <label for="file" class="form-label">Invoice</label><input class="form-control" type="file" id="file">
    <button class="btn btn-primary">Send order</button>
  </form>`;

const list = `
  <nav class="navbar navbar-expand bg-light"><a class="navbar-brand" href="#">Acme</a><ul class="navbar-nav"><li class="nav-item"><a class="nav-link active" aria-current="page" href="#">Home</a></li><li class="nav-item dropdown"><a class="nav-link dropdown-toggle" href="#" role="button" data-bs-toggle="dropdown" aria-expanded="false">More</a><ul class="dropdown-menu"><li><a class="dropdown-item" href="#">Archive</a></li></ul></li></ul></nav>
  <h1>Invoices</h1>
  <ul class="nav nav-tabs" role="tablist"><li class="nav-item" role="presentation"><button class="nav-link active" data-bs-toggle="tab" data-bs-target="#due" role="tab" aria-selected="true">Due</button></li><li class="nav-item" role="presentation"><button class="nav-link" data-bs-toggle="tab" data-bs-target="#paid" role="tab" aria-selected="false">Paid</button></li></ul>
  <div class="tab-content"><div class="tab-pane active" id="due" role="tabpanel">All due</div><div class="tab-pane" id="paid" role="tabpanel">All paid</div></div>
  <table class="table"><thead><tr><th scope="col">Number</th><th scope="col">Due</th><th scope="col"></th></tr></thead><tbody>
    <tr><th scope="row">F-1</th><td>2026-12-01</td><td><button class="btn btn-sm">Open F-1</button></td></tr>
    <tr><th scope="row">F-2</th><td>2026-12-02</td><td><button class="btn btn-sm">Open F-2</button></td></tr></tbody></table>
  <nav aria-label="Pages"><ul class="pagination"><li class="page-item disabled"><a class="page-link">Previous</a></li><li class="page-item active" aria-current="page"><a class="page-link" href="#">1</a></li><li class="page-item"><a class="page-link" href="#">2</a></li></ul></nav>
  <div class="accordion" id="acc"><div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button collapsed" data-bs-toggle="collapse" data-bs-target="#one" aria-expanded="false">Details</button></h2><div id="one" class="accordion-collapse collapse"><div class="accordion-body">Hidden at first</div></div></div></div>
  <div class="list-group"><a href="#" class="list-group-item list-group-item-action active" aria-current="true">Inbox</a><a href="#" class="list-group-item list-group-item-action">Sent</a></div>
  <div class="progress" role="progressbar" aria-label="Upload" aria-valuenow="25" aria-valuemin="0" aria-valuemax="100"><div class="progress-bar" style="width: 25%"></div></div>
  <div class="alert alert-warning" role="alert">Two are overdue</div>`;

document.getElementById('app').innerHTML = `<main class="container">${location.search.includes('list') ? list : form}</main>`;
document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());
