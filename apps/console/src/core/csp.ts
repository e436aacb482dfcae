import { z } from 'zod'

// zod probes `new Function` to compile its schemas, which our Content-Security-Policy refuses with a console error.
// Import this first.
z.config({ jitless: true })
