import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm run dev:web` finds the API. */
const API = process.env.WK_BASE_URL ?? 'http://127.0.0.1:8080'

/** Icons of the frame and the first screen. A test sees when the first load has others. */
const FIRST_ICONS = new RegExp(
  String.raw`lucide-react/(?!.*icons/)|/icons/(${[
    'activity|ban|bell|bell-off|chart-column|check|chevron-right',
    'circle-(check|dashed|exclamation-point|pause|question-mark|x)|cloud-off|folder|folder-tree|info|list-checks',
    'loader-circle|octagon-exclamation-point|plus|radio-tower|rotate-cw|search-x|shuffle|sliders-horizontal',
    'triangle-exclamation-point',
  ].join('|')})\.mjs`,
)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  // The minified build shares equal branches of the list of suffixes: 47 KB on the wire instead of 112 KB
  resolve: { alias: [{ find: /^tldts$/, replacement: 'tldts/dist/index.esm.min.js' }] },
  // The Content-Security-Policy's 'self' does not cover data: URLs, so nothing is inlined
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Chunks of a few hundred bytes cost more in HTTP headers than they contain
        codeSplitting: {
          groups: [
            { name: 'icons', test: FIRST_ICONS },
            // An icon of a single screen belongs to that screen
            { name: 'more-icons', test: /node_modules\/lucide-react/, minShareCount: 2 },
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/|openapi-fetch|eventsource-parser)/,
            },
            {
              name: 'frame',
              test: /web\/src\/(api|app\/(monitor-store|restore-monitors|incidents\/plain-title)|text\/(text|format)|ui\/(cx|button|status|time|notice|page|field|menu|toast)\.tsx?|parts\/(platform\/queries|monitors\/(status-bars|monitor-edits)|results\/reason\/short-reason|incidents\/acknowledge-button)|screens\/monitors\/(list\/rows|groups\/(use-groups|tree|group-row)))/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': API, '/status': API, '/docs': API } },
})
