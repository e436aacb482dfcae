import { methodVersions, type MethodVersions } from '../../graph/methods/methods.table.ts'
import type { Method } from './method.ts'

/** The versions of methods, of which this module reads those of its own kind. */
export const taraMethods = methodVersions as MethodVersions<Method>
export const taraMethodKind = 'tara'
