import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { index, rootRoute, route } from '@tanstack/virtual-file-routes'
import type { ModuleRoutes } from './core/install/module-routes.ts'

// read while the console is built, and by tests; the browser gets the route tree that is generated from it
const files = globSync('*/routes.ts', { cwd: import.meta.dirname }).sort()
const modules = await Promise.all(files.map(routesIn))

/** The pages of one module. */
async function routesIn(file: string): Promise<ModuleRoutes> {
  // an absolute address: Vite runs a copy of this file from another folder
  const { href } = pathToFileURL(join(import.meta.dirname, file))
  return ((await import(/* @vite-ignore */ href)) as { readonly routes: ModuleRoutes }).routes
}

/**
 * Which file shows which path. A product path whose page is not built yet matches the last route of `/org`, which
 * reports that (see shell/site-map/site-map.ts).
 */
export const routes = rootRoute('shell/root.tsx', [
  ...modules.flatMap(({ top = [] }) => top),
  route('/org', 'shell/pages/org.tsx', [
    index('shell/pages/org-home.tsx'),
    route('/lifecycle/dashboard', 'shell/pages/landing.tsx'),
    ...modules.flatMap(({ org = [] }) => org),
    route('/$', 'shell/pages/elsewhere.tsx'),
  ]),
])
