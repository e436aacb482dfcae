import { session } from '../session/session.ts'
import { showZone } from './zone.ts'

/** Shows times in the zone of the signed-in user (rule FORMAT-1). Call once, from main. */
export function followZone(): void {
  showZone(session.getState().user?.time_zone)
  session.subscribe(({ user }) => showZone(user?.time_zone))
}
