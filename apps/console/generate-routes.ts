import { resolveConfig } from 'vite'

// The router's plugin writes src/route-tree.gen.ts while Vite reads its configuration; the type checker needs the file
// and no build.
await resolveConfig({ root: import.meta.dirname }, 'build')
