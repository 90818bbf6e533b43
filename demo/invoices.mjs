export const CATEGORIES = ['Berthing', 'Pilotage', 'Towage', 'Storage', 'Repairs'];
export const DELIVERIES = ['E-mail', 'Post', 'Collected'];
export const STATUSES = ['Open', 'Paid', 'Overdue'];

const FIRST_NUMBER = 2041;
const COUNT = 500;
const CUSTOMERS = [
  'Moreira Lda',
  'Sousa & Filhos',
  'Nordlicht Reederei',
  'Atlantic Salt Co.',
  'Vela Branca',
  'Hansen Shipping',
  'Cabo Mar Transportes',
  'Blue Anchor Stores',
  'Ilha do Pico Pescas',
  'Tidewater Rope Works',
  'Van der Meer Logistics',
];

/** The invoices of one running portal: 500 that are always the same, and those that visitors add. */
export class InvoiceBook {
  #invoices = Array.from({ length: COUNT }, (_, index) => inventedInvoice(index));

  get(number) {
    return this.#invoices.find((invoice) => invoice.number === number);
  }

  /** By words of number, customer and category, and by status; lowest number first. */
  find({ search, status }) {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return this.#invoices
      .filter((invoice) => status === '' || invoice.status === status)
      .filter(({ number, customer, category }) => {
        const text = `${number} ${customer} ${category}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
  }

  add(fields) {
    const invoice = { number: `F-${FIRST_NUMBER + this.#invoices.length}`, ...fields, status: 'Open' };
    this.#invoices.push(invoice);
    return invoice;
  }
}

function inventedInvoice(index) {
  const customer = CUSTOMERS[(index * 7) % CUSTOMERS.length];
  const status = STATUSES[((index * 5) % 7) % STATUSES.length];
  const firstDue = status === 'Overdue' ? Date.UTC(2026, 3, 1) : Date.UTC(2026, 11, 1);
  const due = new Date(firstDue + ((index * 37) % 120) * 86_400_000);
  return {
    number: `F-${FIRST_NUMBER + index}`,
    customer,
    email: `accounts@${customer
      .toLowerCase()
      .replace(/[^a-z]+/g, '-')
      .replace(/^-|-$/g, '')}.example`,
    amount: Math.round(4_250 + ((index * 7_919) % 960_000)) / 100,
    due: due.toISOString().slice(0, 10),
    category: CATEGORIES[(index * 3) % CATEGORIES.length],
    delivery: DELIVERIES[index % DELIVERIES.length],
    reminder: index % 4 === 0,
    notes: '',
    status,
  };
}

/**
 * Judges what the form sent.
 *
 * @returns {{ invoice?: object, problems: Record<string, string> }} the invoice, or a sentence a field.
 */
export function checkInvoice(values) {
  const problems = {};
  const text = (name) => (values[name] ?? '').trim();
  const amount = Number(text('amount'));
  if (text('customer').length < 2) problems.customer = 'Give the name of the customer.';
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text('email')))
    problems.email = 'Give an e-mail address such as ana@example.com.';
  if (text('amount') === '' || !(amount > 0 && amount <= 1_000_000))
    problems.amount = 'Give an amount from 0.01 to 1 000 000.';
  if (!/^\d{4}-\d\d-\d\d$/.test(text('due')) || Number.isNaN(Date.parse(text('due'))))
    problems.due = 'Give the day it is due.';
  if (!CATEGORIES.includes(text('category'))) problems.category = 'Choose a category.';
  if (!DELIVERIES.includes(text('delivery'))) problems.delivery = 'Choose how it is delivered.';
  if (text('notes').length > 500) problems.notes = 'Keep the notes to 500 characters.';
  if (Object.keys(problems).length > 0) return { problems };
  return {
    problems,
    invoice: {
      customer: text('customer'),
      email: text('email'),
      amount: Math.round(amount * 100) / 100,
      due: text('due'),
      category: text('category'),
      delivery: text('delivery'),
      reminder: values.reminder === 'yes',
      notes: text('notes'),
    },
  };
}
