import { saveGeofence } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { useRefusal } from '../../../core/session/may.ts'

/** Whether the signed-in user may change areas (the server checks again). */
export function useMayDraw(): boolean {
  return useRefusal(saveGeofence) === undefined
}
