/** Bundles the page code into `folder`, from the package's folder; `dist/page` when absent. */
export function buildPage(folder?: string): Promise<void>;
