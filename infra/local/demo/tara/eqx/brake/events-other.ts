import { event } from './events.ts'

export const locking = {
  'HE-019': event(
    'Front wheels lock in a wet bend',
    ['HZ-05', 'SG-04'],
    { road: ['country'], speed: ['high'], surface: ['wet'], manoeuvre: ['cornering'] },
    {
      severity: ['S3', 'Goes straight on: into a tree or into oncoming traffic.'],
      exposure: ['E3', 'duration', 'Wet bends are some per cent of the driving time.'],
      controllability: ['C3', 'Drivers press harder by reflex; few release the brake to steer.'],
    },
    200,
  ),
  'HE-020': event(
    'Wheels lock in an emergency braking',
    ['HZ-05', 'SG-04'],
    { surface: ['dry'], manoeuvre: ['emergency-braking'] },
    {
      severity: ['S3', 'Cannot be steered around the obstacle.'],
      exposure: ['E2', 'frequency', 'A few times a year.'],
      controllability: ['C2', 'On a dry straight road the way is hardly longer; who wants to evade can release.'],
    },
    200,
  ),
  'HE-021': event(
    'Wheels lock on snow',
    ['HZ-05', 'SG-04'],
    { speed: ['medium'], surface: ['snow'], manoeuvre: ['braking'] },
    {
      severity: ['S2', 'Slides into other vehicles with less than 40 km/h.'],
      exposure: ['E3', 'frequency', 'Some ten days in winter, many brakings on each.'],
      controllability: ['C3', 'Once it slides there is nothing to be done.'],
    },
    300,
  ),
  'HE-022': event(
    'Rear wheels latched while braking at speed',
    ['HZ-05', 'SG-03'],
    { road: ['motorway'], speed: ['high'], manoeuvre: ['braking'] },
    {
      severity: ['S3', 'The vehicle turns around at high speed.'],
      exposure: ['E4', 'frequency', 'The latch may engage at any braking, and every trip on a motorway has some.'],
      controllability: ['C3', 'A locked rear axle cannot be caught by steering.'],
    },
    150,
  ),
}

export const standing = {
  'HE-023': event(
    'Parked on a slope, nobody in it',
    ['HZ-06', 'SG-05'],
    { road: ['slope'], manoeuvre: ['parked'], occupants: ['nobody'] },
    {
      severity: ['S3', 'Reaches 30 km/h after 50 m and meets people who do not hear it.'],
      exposure: ['E3', 'frequency', 'Parked on a steep street several times a month by those who live there.'],
      controllability: ['C3', 'There is nobody who could do anything.'],
    },
    1_000,
  ),
  'HE-024': event(
    'Parked on a slope, children left in it',
    ['HZ-06', 'SG-05'],
    { road: ['slope'], manoeuvre: ['parked'], occupants: ['unattended'] },
    {
      severity: ['S3', 'Runs into a wall or into traffic with children on board.'],
      exposure: ['E2', 'frequency', 'A few times a year, for the minutes at the kindergarten.'],
      controllability: ['C3', 'Children cannot stop it.'],
    },
    1_000,
  ),
  'HE-025': event(
    'Parked on level ground',
    ['HZ-06', 'SG-05'],
    { road: ['parking'], manoeuvre: ['parked'] },
    {
      severity: ['S1', 'Moves at less than walking pace, if at all; a foot or a leg may be caught.'],
      exposure: ['E4', 'frequency', 'Every day.'],
      controllability: ['C2', 'People can step back, most of them see it move.'],
    },
    2_000,
  ),
  'HE-026': event(
    'Rolls back towards the next vehicle at a light',
    ['HZ-07', 'SG-06'],
    { road: ['slope'], speed: ['standstill'], traffic: ['close'] },
    {
      severity: ['S1', 'Bumper contact below 8 km/h.'],
      exposure: ['E3', 'frequency', 'Traffic lights on a slope, some times a month.'],
      controllability: ['C2', 'The foot is above the pedal; most drivers react within a second.'],
    },
    800,
  ),
  'HE-027': event(
    'Rolls into people who cross',
    ['HZ-07', 'SG-06'],
    { road: ['slope'], speed: ['standstill'], traffic: ['pedestrians'] },
    {
      severity: ['S3', 'A child or a wheelchair is run over or pinned against another vehicle.'],
      exposure: ['E3', 'frequency', 'Crosswalks on a slope, some times a month.'],
      controllability: ['C2', 'The driver looks at the people and reacts, most within a second.'],
    },
    500,
  ),
  'HE-028': event(
    'Rolls onto a level crossing',
    ['HZ-07', 'SG-06'],
    { road: ['crossing'], speed: ['standstill'] },
    {
      severity: ['S3', 'Hit by a train.'],
      exposure: ['E2', 'frequency', 'Waiting in front of a closed barrier, a few times a year.'],
      controllability: ['C1', 'The barrier is metres away and the ground is level: everybody has time to brake.'],
    },
    2_000,
  ),
}

export const dragging = {
  'HE-029': event(
    'Brake drags on a long drive',
    ['HZ-08', 'SG-08'],
    { road: ['motorway'], speed: ['high'], manoeuvre: ['straight'] },
    {
      severity: ['S2', 'Burst tyre or fire in the wheel house; occupants get out.'],
      exposure: ['E4', 'duration', 'Longer drives on motorways are a fifth of the driving time.'],
      controllability: ['C1', 'Smell, smoke and consumption give minutes to stop.'],
    },
    60_000,
  ),
  'HE-030': event(
    'Brake drags before a descent',
    ['HZ-08', 'SG-08'],
    { road: ['slope'], manoeuvre: ['braking'] },
    {
      severity: ['S3', 'The hot brake fades when it is needed; leaves the road.'],
      exposure: ['E2', 'duration', 'Descents are below one per cent of the driving time.'],
      controllability: ['C2', 'Three wheels brake; most drivers reduce the speed in time.'],
    },
    60_000,
  ),
  'HE-031': event(
    'Brake drags and burns in a tunnel',
    ['HZ-08', 'SG-08'],
    { road: ['tunnel'], traffic: ['flowing'] },
    {
      severity: ['S3', 'Smoke in a tunnel endangers many people.'],
      exposure: ['E2', 'duration', 'Tunnels are below one per cent of the driving time.'],
      controllability: ['C2', 'Most drivers leave the tunnel or reach a lay-by before it burns.'],
    },
    60_000,
  ),
}

export const informing = {
  'HE-032': event(
    'Down a pass with half of the brakes',
    ['HZ-09', 'SG-07'],
    { road: ['slope'], manoeuvre: ['braking'] },
    {
      severity: ['S3', 'Two wheels overheat on the descent: leaves the road.'],
      exposure: ['E3', 'frequency', 'Passes and steep roads, some times a month.'],
      controllability: ['C2', 'Drivers feel the longer pedal and choose a lower speed, most of them early enough.'],
    },
    10_000,
    { day: 36, by: 'Maya Rao' },
  ),
  'HE-033': event(
    'Emergency braking with half of the brakes',
    ['HZ-09', 'SG-07'],
    { road: ['motorway'], speed: ['high'], manoeuvre: ['emergency-braking'] },
    {
      severity: ['S3', 'Collision at more than 40 km/h that full braking would have avoided.'],
      exposure: ['E2', 'frequency', 'A few times a year, and the fault waits for it.'],
      controllability: ['C2', 'Evading is possible for most.'],
    },
    10_000,
  ),
  'HE-034': event(
    'Dark brake lights in dense traffic',
    ['HZ-10', 'SG-09'],
    { road: ['motorway'], traffic: ['close'], manoeuvre: ['braking'] },
    {
      severity: ['S2', 'Rear-end collision with a difference in speed of 20 to 40 km/h.'],
      exposure: ['E4', 'frequency', 'Dense traffic with braking on most trips.'],
      controllability: ['C2', 'The driver behind sees the distance shrink, and most see it in time.'],
    },
    300,
  ),
  'HE-035': event(
    'Dark brake lights in fog',
    ['HZ-10', 'SG-09'],
    { visibility: ['fog'], traffic: ['flowing'], manoeuvre: ['braking'] },
    {
      severity: ['S3', 'Pile-up on a motorway in fog.'],
      exposure: ['E2', 'frequency', 'Fog on some days of the year.'],
      controllability: ['C3', 'Without the lights nobody can judge the distance in fog.'],
    },
    300,
  ),
  'HE-036': event(
    'Stands on a level crossing',
    ['HZ-11', 'SG-10'],
    { road: ['crossing'], speed: ['standstill'] },
    {
      severity: ['S3', 'Hit by a train.'],
      exposure: ['E2', 'frequency', 'Stop and go across a level crossing, a few times a year.'],
      controllability: ['C2', 'Occupants can leave the vehicle, most of them in time.'],
    },
    2_000,
  ),
  'HE-037': event(
    'Stands in a junction',
    ['HZ-11', 'SG-10'],
    { road: ['urban'], speed: ['standstill'], manoeuvre: ['turning'] },
    {
      severity: ['S1', 'Others see the standing vehicle; contact at low speed.'],
      exposure: ['E4', 'frequency', 'Several times a day.'],
      controllability: ['C1', 'Others brake or pass.'],
    },
    3_000,
  ),
}
