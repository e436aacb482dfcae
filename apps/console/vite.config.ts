import { join } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { routes } from './src/routes.ts'

const here = import.meta.dirname

/** `BASE_PATH=/soc` serves the console below `/soc/`; Vite wants the slash at the end. */
const base = `/${process.env.BASE_PATH ?? ''}/`.replaceAll(/\/+/g, '/')

/** In development all other paths go to the API server; `API_URL` is its address. */
const api = { target: process.env.API_URL ?? 'http://127.0.0.1:4000', ws: true }
const proxy = { [`${base}api`]: api, [`${base}dev/outbox`]: api }

export default defineConfig({
  root: here,
  base,
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src',
      virtualRouteConfig: routes,
      generatedRouteTree: 'src/route-tree.gen.ts',
      tmpDir: join(here, 'node_modules/.tanstack'),
      quoteStyle: 'single',
      addExtensions: true,
      autoCodeSplitting: true,
      disableLogging: true,
    }),
    react(),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    // the fonts are preloaded by name and the page's policy refuses data: URLs, so nothing is inlined
    assetsInlineLimit: 0,
    // core/csp.ts must run before anything creates a schema: chunks run before the entry that imports them, so it must
    // be in the chunk of zod
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'zod', test: /node_modules[\\/]zod[\\/]|src[\\/]core[\\/]csp\.ts$/, priority: 1 },
            // the common start of every page as one chunk: a chunk per route would contain its own preload list
            { name: 'start', tags: ['$initial'] },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 1_000,
  },
  server: { proxy },
  preview: { proxy },
})
