/** What can be switched on, each as real portals have it. */
export type Difficulty =
  | 'cookie-banner'
  | 'two-step-sign-in'
  | 'session-expiry'
  | 'expiry-warning'
  | 'dependent-fields'
  | 'custom-controls'
  | 'detail-in-frame'
  | 'downloads'
  | 'uploads'
  | 'hostile-page'
  | 'dead-shortcut'
  | 'self-refresh';

export interface DemoOptions {
  /** Any free port when absent. */
  readonly port?: number;
  /** 127.0.0.1 when absent. */
  readonly host?: string;
  /** None when absent. */
  readonly difficulties?: 'all' | readonly Difficulty[];
  /** How long a session lasts from its sign-in or its last extension; without end when absent. */
  readonly sessionLifetimeMs?: number;
}

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

/** Who registered. A company has `tax` and `contact`, a person `born`. */
export interface DemoCustomer {
  readonly kind: 'Person' | 'Company';
  readonly name: string;
  readonly born?: string;
  readonly tax?: string;
  readonly contact?: string;
  readonly country: string;
  readonly region: string;
  /** `YYYY-MM-DD`. */
  readonly since: string;
}

/** One thing a visitor changed, or that happened to one. */
export type DemoEffect = { readonly at: string } & (
  | {
      readonly kind:
        | 'signed-in'
        | 'signed-out'
        | 'sign-in-refused'
        | 'session-expired'
        | 'session-warned'
        | 'session-extended';
      readonly email: string;
    }
  | { readonly kind: 'consent'; readonly choice: 'all' | 'essential' }
  | { readonly kind: 'invoice-created'; readonly invoice: DemoInvoice }
  | { readonly kind: 'invoice-paid'; readonly number: string }
  | { readonly kind: 'customer-registered'; readonly customer: DemoCustomer }
  | { readonly kind: 'report-downloaded'; readonly name: string; readonly rows: number }
  | {
      readonly kind: 'document-sent';
      readonly name: string;
      readonly about: string;
      readonly sizeBytes: number;
      readonly sha256: string;
    }
  /** Somebody did what a message on the hostile page asked of them. */
  | { readonly kind: 'bait-taken'; readonly bait: string }
);

export interface DemoPortal {
  readonly url: string;
  readonly port: number;
  /** What visitors changed and what happened to them, in order. */
  readonly effects: readonly DemoEffect[];
  /** Ends every session now, as a portal does after a while: the next page is the sign-in. */
  expireSessions(): void;
  /** Makes every open list reload itself, where `self-refresh` is on. */
  announceNews(): void;
  close(): Promise<void>;
}

/**
 * Starts the demonstration portal. As it is, everything is simple; what makes real portals hard is switched
 * on by name.
 */
export function startDemoPortal(options?: DemoOptions): Promise<DemoPortal>;
