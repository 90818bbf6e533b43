import { type Redactor, redactStructure } from '#kernel/redact.ts';
import { LOG_LEVELS, type LogLevel } from '#sessions/settings.ts';

/** Lines about the program's own life, for the person who runs it. Never page content, never secrets. */
export interface Log {
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
}

let redactor: Redactor = { redact: redactStructure };

/** From now on every line loses the secrets that this knows. */
export function redactLogWith(knowing: Redactor): void {
  redactor = knowing;
}

/** A log that writes to standard error, so that standard output is free for what the command answers. */
export function stderrLog(level: LogLevel): Log {
  const from = LOG_LEVELS.indexOf(level);
  const writer = (own: LogLevel) => (line: string) => {
    if (LOG_LEVELS.indexOf(own) < from) return;
    process.stderr.write(`${new Date().toISOString()} ${own.padEnd(5)} ${redactor.redact(line)}\n`);
  };
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') };
}
