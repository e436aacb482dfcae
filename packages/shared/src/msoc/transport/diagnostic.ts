import { isGmlan } from './gmlan.ts'
import { isUds } from './uds.ts'

/** Returns true if a payload begins as a message of UDS or GMLAN may. */
export const isDiagnostic = (data: Uint8Array): boolean => isUds(data) || isGmlan(data)
