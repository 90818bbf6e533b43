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

/** Builds the pages of these libraries from what is installed beside them, in memory, as answers of a site. */
export async function libraryPages(
  libraries: readonly Library[] = LIBRARIES,
): Promise<Readonly<Record<string, string | Answer>>> {
  const answers: Record<string, string | Answer> = {};
  for (const library of libraries) {
    const { outputFiles } = await build({
      entryPoints: { app: join(import.meta.dirname, 'libraries', SOURCES[library]) },
      bundle: true,
      write: false,
      format: 'iife',
      outdir: '/',
      jsx: 'automatic',
      logLevel: 'error',
      define: {
        'process.env.NODE_ENV': '"production"',
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
      answers[`/${library}/app.${isStyle ? 'css' : 'js'}`] = (_, response) => {
        response.setHeader('content-type', `${isStyle ? 'text/css' : 'text/javascript'}; charset=utf-8`);
        response.end(text);
      };
    }
    const style = outputFiles.some(({ path }) => path.endsWith('.css'))
      ? '<link rel="stylesheet" href="app.css">'
      : '';
    answers[`/${library}/`] =
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${library}</title>${style}</head><body><div id="app"></div><script src="app.js"></script></body></html>`;
  }
  return answers;
}
