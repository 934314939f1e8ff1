import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm run dev:web` finds the API. */
const API = process.env.WK_BASE_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
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
            // An icon of a single screen belongs to that screen
            { name: 'icons', test: /node_modules\/lucide-react/, minShareCount: 2 },
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/|openapi-fetch|eventsource-parser)/,
            },
            {
              name: 'frame',
              test: /web\/src\/(api|app\/(monitor-store|restore-)|text\/(text|format)|ui\/(cx|button|status|time|notice|page|field|menu|toast)\.tsx?|parts\/(platform\/queries|monitors\/status-bars|results\/reason\/short-reason|incidents\/acknowledge-button)|screens\/monitors\/groups\/(use-groups|tree))/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': API, '/status': API, '/docs': API } },
})
