import { decodeRecords, type PageRecord, type WalkReply, type WalkRequest } from '#page/wire.ts';
import { openRawPage, type RawPage } from '../support/raw-page.ts';

/** One tab of page code alone, asked in records. */
export interface PageCode extends RawPage {
  records(request?: WalkRequest): Promise<readonly PageRecord[]>;
  /** Records of a body, shown as a new document. */
  read(body: string): Promise<readonly PageRecord[]>;
}

export async function openPageCode(): Promise<PageCode> {
  const page = await openRawPage();
  const records = async (request: WalkRequest = {}) =>
    decodeRecords((await page.call<WalkReply>('walk', request)).records);
  return {
    ...page,
    records,
    read: async (body) => {
      await page.show(`<!doctype html><meta charset="utf-8"><body>${body}`);
      return await records();
    },
  };
}

/** `role "name"` of each node, the text of each text. */
export function shown(records: readonly PageRecord[]): readonly string[] {
  return records.map((record) => (record.kind === 'text' ? record.name : `${record.role} "${record.name}"`));
}
