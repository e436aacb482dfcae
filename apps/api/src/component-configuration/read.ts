import type { Endpoint } from '@carapace/shared/core/endpoint'
import type { z } from 'zod'

/** The input of an endpoint, as its handler gets it. */
export type Read<E extends Endpoint> = z.output<E['input']>
