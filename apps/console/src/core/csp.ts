import { z } from 'zod'

// zod probes `new Function` to compile its schemas, which our Content-Security-Policy refuses loudly. Imported first of
// all.
z.config({ jitless: true })
