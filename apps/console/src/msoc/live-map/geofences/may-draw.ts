import { saveGeofence } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { useRefusal } from '../../../core/session/may.ts'

/** Whether the signed-in person may change areas (the server decides again). */
export function useMayDraw(): boolean {
  return useRefusal(saveGeofence) === undefined
}
