import { join } from 'node:path';
import { build } from 'esbuild';
import type { Answer } from '../support/site.ts';

/** Component libraries with a form page and a list page each, at `/<library>/?form` and `/<library>/?list`. */
export const LIBRARIES = ['antd', 'element-plus', 'mui', 'bootstrap', 'vuetify', 'vant'] as const;
export type Library = (typeof LIBRARIES)[number];

const SOURCES: Readonly<Record<Library, string>> = {
  antd: 'antd.jsx',
  'element-plus': 'element-plus.js',
  mui: 'mui.jsx',
  bootstrap: 'bootstrap.js',
  vuetify: 'vuetify.js',
  vant: 'vant.js',
};

/** Libraries whose order form (`libraries/forms`) has every kind of control, in English and Chinese. */
export const ORDER_FORMS = {
  antd: 'libraries/forms/antd.jsx',
  'element-plus': 'libraries/forms/element-plus.js',
  mui: 'libraries/forms/mui.jsx',
  vuetify: 'libraries/forms/vuetify.js',
} as const;
export type OrderForm = keyof typeof ORDER_FORMS;

/** Forms and a list as offices have them (`libraries/office`), drawn by each of these libraries. */
export const OFFICE_PAGES = {
  antd: 'libraries/office/antd.jsx',
  'element-plus': 'libraries/office/element-plus.js',
  mui: 'libraries/office/mui.jsx',
  vuetify: 'libraries/office/vuetify.js',
} as const satisfies Readonly<Record<OrderForm, string>>;

/** Builds the pages of these libraries from what is installed beside them, in memory, as answers of a site. */
export async function libraryPages(
  libraries: readonly Library[] = LIBRARIES,
): Promise<Readonly<Record<string, string | Answer>>> {
  return await builtPages(
    Object.fromEntries(libraries.map((library) => [library, `libraries/${SOURCES[library]}`])),
  );
}

/**
 * Builds a page of each source, whose app mounts on `#app`, as answers at `/<name>/`.
 *
 * @param sources - by name, the file of the app from this folder.
 */
export async function builtPages(
  sources: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string | Answer>>> {
  const answers: Record<string, string | Answer> = {};
  for (const [name, source] of Object.entries(sources)) {
    const { outputFiles } = await build({
      entryPoints: { app: join(import.meta.dirname, source) },
      bundle: true,
      write: false,
      format: 'iife',
      outdir: '/',
      jsx: 'automatic',
      logLevel: 'error',
      define: {
        'process.env.NODE_ENV': '"production"',
        global: 'globalThis',
        __VUE_OPTIONS_API__: 'true',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      },
      alias: { vue: join(import.meta.dirname, 'node_modules/vue/dist/vue.esm-bundler.js') },
      loader: { '.woff': 'empty', '.woff2': 'empty', '.ttf': 'empty', '.eot': 'empty' },
      nodePaths: [join(import.meta.dirname, 'node_modules')],
    });
    for (const { path, text } of outputFiles) {
      const isStyle = path.endsWith('.css');
      answers[`/${name}/app.${isStyle ? 'css' : 'js'}`] = (_, response) => {
        response.setHeader('content-type', `${isStyle ? 'text/css' : 'text/javascript'}; charset=utf-8`);
        response.end(text);
      };
    }
    const style = outputFiles.some(({ path }) => path.endsWith('.css'))
      ? '<link rel="stylesheet" href="app.css">'
      : '';
    answers[`/${name}/`] =
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>${style}</head><body><div id="app"></div><script src="app.js"></script></body></html>`;
  }
  return answers;
}
