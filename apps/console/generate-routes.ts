import { resolveConfig } from 'vite'

// The router's plugin writes src/route-tree.gen.ts while Vite reads its configuration. The type checker needs that file
// but no build.
await resolveConfig({ root: import.meta.dirname }, 'build')
