import { buildPage } from '../../scripts/build-page.mjs';

/** Builds what runs inside pages, so that every test has the code of this tree. */
export async function setup(): Promise<void> {
  await buildPage();
}
