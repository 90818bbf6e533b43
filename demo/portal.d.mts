export interface DemoInvoice {
  readonly number: string;
  readonly customer: string;
  readonly email: string;
  readonly amount: number;
  /** `YYYY-MM-DD`. */
  readonly due: string;
  readonly category: string;
  readonly delivery: string;
  readonly reminder: boolean;
  readonly notes: string;
  readonly status: 'Open' | 'Paid' | 'Overdue';
}

/** One thing a visitor changed. */
export type DemoEffect = { readonly at: string } & (
  | { readonly kind: 'signed-in' | 'signed-out' | 'sign-in-refused'; readonly email: string }
  | { readonly kind: 'invoice-created'; readonly invoice: DemoInvoice }
  | { readonly kind: 'invoice-paid'; readonly number: string }
);

export interface DemoPortal {
  readonly url: string;
  readonly port: number;
  /** What visitors changed, in order. */
  readonly effects: readonly DemoEffect[];
  close(): Promise<void>;
}

/** Starts the demonstration portal on any free port of 127.0.0.1, or where it is told. */
export function startDemoPortal(options?: { port?: number; host?: string }): Promise<DemoPortal>;
