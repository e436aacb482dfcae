import { event, type Rated } from './events.ts'

const often: Rated['exposure'] = ['E4', 'frequency', 'Drivers brake on every trip; a fault waits for the next braking.']

export const lossOfBraking = {
  'HE-001': event(
    'No braking towards a slower vehicle at speed',
    ['HZ-01', 'SG-01'],
    { road: ['motorway', 'country'], speed: ['high'], manoeuvre: ['braking'] },
    {
      severity: ['S3', 'Rear-end or head-on collision with a difference in speed above 60 km/h.'],
      exposure: often,
      controllability: ['C3', 'Recuperation and evading are left; fewer than nine in ten drivers find one in time.'],
    },
    300,
  ),
  'HE-002': event(
    'No braking at a crosswalk',
    ['HZ-01', 'SG-01'],
    { road: ['urban'], speed: ['medium'], traffic: ['pedestrians'], manoeuvre: ['braking'] },
    {
      severity: ['S3', 'People are hit at 50 km/h: survival is uncertain.'],
      exposure: ['E4', 'frequency', 'In town nearly every trip has a stop with people in front of the vehicle.'],
      controllability: ['C3', 'Neither the driver nor the people on foot have time to react.'],
    },
    250,
  ),
  'HE-003': event(
    'No braking while parking',
    ['HZ-01', 'SG-01'],
    { road: ['parking'], speed: ['walking'], manoeuvre: ['parking'] },
    {
      severity: ['S1', 'Contact at walking pace: bruises, seldom more.'],
      exposure: ['E4', 'frequency', 'Every trip begins or ends with it.'],
      controllability: ['C2', 'Selecting P stops the vehicle within a metre; most drivers think of it.'],
    },
    500,
  ),
  'HE-004': event(
    'No braking downhill',
    ['HZ-01', 'SG-01'],
    { road: ['slope'], speed: ['medium'], manoeuvre: ['braking'] },
    {
      severity: ['S3', 'Leaves the road in a bend, or meets oncoming traffic.'],
      exposure: ['E3', 'frequency', 'Steep descents are part of some trips a month for most drivers.'],
      controllability: ['C3', 'Recuperation holds the speed on 8 % at most, and not with a full battery.'],
    },
    500,
  ),
  'HE-005': event(
    'No braking in an emergency',
    ['HZ-01', 'SG-01'],
    { speed: ['high'], manoeuvre: ['emergency-braking'] },
    {
      severity: ['S3', 'The collision that emergency braking should avoid takes place at full speed.'],
      exposure: ['E2', 'frequency', 'Drivers brake with full force a few times a year.'],
      controllability: ['C3', 'There is no time for anything else: that is why the driver brakes with full force.'],
    },
    250,
  ),
}

export const weakBraking = {
  'HE-006': event(
    'Braking too weak in an emergency',
    ['HZ-02', 'SG-01'],
    { road: ['motorway'], speed: ['high'], manoeuvre: ['emergency-braking'] },
    {
      severity: ['S3', 'Collision with a remaining speed above 40 km/h at the end of a queue.'],
      exposure: ['E2', 'frequency', 'The end of a queue takes drivers by surprise a few times a year.'],
      controllability: ['C2', 'Changing lanes is possible for most; half of the deceleration is still there.'],
    },
    400,
  ),
  'HE-007': event(
    'Braking too weak in flowing traffic',
    ['HZ-02', 'SG-01'],
    { road: ['country', 'urban'], traffic: ['flowing'], manoeuvre: ['braking'] },
    {
      severity: ['S2', 'Rear-end collision with a difference in speed of 20 to 40 km/h.'],
      exposure: often,
      controllability: ['C1', 'In a field trial 58 of 58 drivers pressed harder within a second and stopped in time.'],
    },
    1_000,
  ),
  'HE-008': event(
    'Braking late on a wet motorway',
    ['HZ-02', 'SG-01'],
    { road: ['motorway'], speed: ['high'], surface: ['wet'], manoeuvre: ['braking'] },
    {
      severity: ['S3', 'Grip is short already: a late start cannot be made up, and the collision is at high speed.'],
      exposure: ['E4', 'frequency', 'On one trip in ten the road is wet, and each has several brakings.'],
      controllability: ['C2', 'Drivers keep more distance in rain and change lanes; some do not.'],
    },
    300,
  ),
}

export const unintended = {
  'HE-009': event(
    'Full braking in front of a close vehicle',
    ['HZ-03', 'SG-02'],
    { road: ['motorway'], speed: ['high'], traffic: ['close'] },
    {
      severity: ['S3', 'A heavy vehicle behind hits the rear with more than 60 km/h.'],
      exposure: ['E3', 'duration', 'Another vehicle is within one second for some per cent of the time.'],
      controllability: ['C3', 'It depends on the driver behind, who has less than a second.'],
    },
    200,
  ),
  'HE-010': event(
    'Full braking in town',
    ['HZ-03', 'SG-02'],
    { road: ['urban'], speed: ['medium'], traffic: ['flowing'] },
    {
      severity: ['S1', 'Rear-end collision with less than 25 km/h: whiplash.'],
      exposure: ['E4', 'duration', 'This is driving in town.'],
      controllability: ['C3', 'It depends on the driver behind.'],
    },
    300,
  ),
  'HE-011': event(
    'Full braking in an icy bend',
    ['HZ-03', 'SG-02'],
    { road: ['country'], surface: ['snow'], manoeuvre: ['cornering'] },
    {
      severity: ['S3', 'Slides off the road or into oncoming traffic.'],
      exposure: ['E2', 'duration', 'Less than one per cent of the operating time in the intended markets.'],
      controllability: ['C3', 'Grip is used up by braking; steering has no effect.'],
    },
    200,
  ),
  'HE-012': event(
    'Braking while overtaking',
    ['HZ-03', 'SG-02'],
    { speed: ['high'], manoeuvre: ['overtaking'] },
    {
      severity: ['S3', 'Head-on collision on a country road.'],
      exposure: ['E2', 'duration', 'Some seconds, a few times a month.'],
      controllability: ['C2', 'Returning behind the other vehicle is possible for most: braking even helps.'],
    },
    400,
  ),
  'HE-013': event(
    'Braking while parking',
    ['HZ-03', ''],
    { road: ['parking'], speed: ['walking'], occupants: ['near'] },
    {
      severity: ['S0', 'The vehicle stops from walking pace within 30 cm; nobody is hurt inside or outside.'],
      exposure: ['E2', 'duration', 'A minute or so on each trip.'],
      controllability: ['C1', 'Nothing needs to be controlled: it stands.'],
    },
    1_000,
  ),
}

export const oneSided = {
  'HE-014': event(
    'Pulled into oncoming traffic',
    ['HZ-04', 'SG-03'],
    { road: ['country'], speed: ['high'], traffic: ['oncoming'] },
    {
      severity: ['S3', 'Head-on collision at 100 km/h.'],
      exposure: ['E4', 'duration', 'Country roads with oncoming traffic are more than a tenth of the driving time.'],
      controllability: ['C3', 'The other lane is reached after 0.7 s; on the track 9 of 24 drivers stayed in theirs.'],
    },
    150,
  ),
  'HE-015': event(
    'Pulled into the next lane',
    ['HZ-04', 'SG-03'],
    { road: ['motorway'], speed: ['high'], traffic: ['flowing'] },
    {
      severity: ['S3', 'Collision with the barrier or with a heavy vehicle at high speed.'],
      exposure: ['E4', 'duration', 'Motorways are a fifth of the driving time.'],
      controllability: ['C2', 'Lanes are wider and the next one is mostly free: 22 of 24 drivers stayed clear.'],
    },
    200,
  ),
  'HE-016': event(
    'Pulled onto the pavement',
    ['HZ-04', 'SG-03'],
    { road: ['urban'], speed: ['medium'], traffic: ['pedestrians'] },
    {
      severity: ['S3', 'People on the pavement are hit at 50 km/h.'],
      exposure: ['E3', 'duration', 'People close to the edge of the road for some per cent of the time.'],
      controllability: [
        'C2',
        'The yaw moment is small at this speed; nearly all drivers countered it in half a metre.',
      ],
    },
    300,
  ),
  'HE-017': event(
    'Pulled to the side while braking with different grip',
    ['HZ-04', 'SG-03'],
    { surface: ['split'], manoeuvre: ['braking'] },
    {
      severity: ['S3', 'Turns around and leaves the road sideways.'],
      exposure: ['E2', 'frequency', 'Puddles or ice at the edge of the road, a few times a year.'],
      controllability: ['C3', 'The driver counters the difference in grip already; more is beyond most of them.'],
    },
    150,
  ),
  'HE-018': event(
    'Pulled to the side at very high speed',
    ['HZ-04', 'SG-03'],
    { road: ['motorway'], speed: ['very-high'] },
    {
      severity: ['S3', 'Loss of control above 130 km/h.'],
      exposure: ['E3', 'duration', 'Some per cent of the driving time, on roads without a limit.'],
      controllability: ['C3', 'Drivers counter too strongly at this speed; most trials ended in a skid.'],
    },
    150,
  ),
}
