import { all, any, fails, from, latent, outside, treeOf, under, condition } from './build.ts'

const trip = 1
/** A cluster shows its lamps at each start, which drivers notice now and then. */
const month = 40

/** FT-07: a driver who does not know. */
export const noWarning = treeOf(
  all(
    'no_warning',
    'Braking is reduced and the driver is not warned',
    any(
      'reduced',
      'Braking is reduced',
      from('FT-09', 'supply_A_lost', 'reduced_A', 'Supply A is lost'),
      from('FT-09', 'supply_B_lost', 'reduced_B', 'Supply B is lost'),
      fails('wheel_lost', 'A wheel is lost', 612, { is: 'wheel-silent', note: 'Four times the rate of FT-01.' }),
      fails('controller_lost', 'A controller is lost', 204, { is: 'controller-silent' }),
      fails('travel_or_force', 'A signal of the pedal is lost', 40, { is: 'travel-lost' }),
    ),
    any(
      'not_shown',
      'Warning does not reach the driver',
      fails('suppressed', 'Entry is suppressed in both controllers', 1, { is: 'warning-suppressed' }),
      all(
        'state_lost',
        'State of the brake is lost, and silence is not noticed',
        fails('gateway', 'The gateway does not pass BrakeState', 30, { is: 'warning-lost' }),
        fails('silence', 'Cluster does not notice the silence', 4),
      ),
      fails('frozen', 'Cluster takes a frozen counter for a healthy brake', 5, { is: 'warning-frozen' }),
      all(
        'lamp_dark',
        'Neither lamp nor text nor sound',
        latent('lamp', 'Lamp is broken', 10, month),
        outside('display', 'Display is dark', 150),
        outside('sound', 'Sound is not available', 120),
      ),
    ),
  ),
)

/** FT-08: brake lights that are dark, or lit all the time. */
export const brakeLights = treeOf(
  any(
    'lights_wrong',
    'Brake lights do not follow the braking',
    all(
      'lights_dark',
      'Brake lights are dark while braking',
      any(
        'no_request',
        'No request of a controller',
        fails('request_lost', 'Request is lost at the gateway', 30, { is: 'warning-lost' }),
        fails('request_wrong', 'Request is computed wrongly', 3),
      ),
      any(
        'no_contact',
        'Pedal contact does not act',
        latent('contact_open', 'Pedal contact stays open', 12, trip, 0.9),
        latent('contact_wire', 'Wire of the contact is broken', 4, trip, 0.9),
      ),
    ),
    outside('body_dark', 'Body controller does not light the lamps', 25, { note: 'All three lamps at once.' }),
    under(
      'lights_lit',
      'Brake lights stay lit',
      any(
        'lit_reasons',
        'A signal stays on',
        fails('contact_closed', 'Pedal contact stays closed', 20),
        fails('request_stays', 'Request stays on', 2, { is: 'controller-no-warning' }),
        outside('body_lit', 'Body controller keeps them lit', 15),
      ),
      condition('unnoticed', 'Nobody tells the driver within a week', 0.3),
    ),
  ),
)
