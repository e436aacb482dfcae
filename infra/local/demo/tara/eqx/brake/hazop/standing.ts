import { hazardous, harmless, type Judgements, senseless } from './cell.ts'

/** With the drive, at standstill and for driver assistance. */
export const standing: Judgements = {
  'FN-25': {
    title: 'Share braking with the drive',
    cells: [
      hazardous(
        'no',
        'Recuperation fails, friction is not raised',
        'HZ-02',
        'The drive confirms more than it delivers.',
        'Up to 2 m/s² are missing until the driver presses harder.',
      ),
      hazardous(
        'more',
        'Too much recuperation',
        'HZ-05',
        'The rear axle recuperates beyond its grip.',
        'The rear end breaks out on snow.',
      ),
      hazardous(
        'as-well-as',
        'Friction is raised in addition',
        'HZ-03',
        'Recuperation and friction both deliver the whole request.',
        'Brakes twice as hard as requested.',
      ),
      harmless(
        'less',
        'Less recuperation than possible',
        'The friction brakes deliver the rest within 180 ms; only range is lost.',
      ),
      harmless('late', 'Hand-over is felt', 'A jerk of 0.3 m/s² for a moment; drivers complain but keep control.'),
      ...senseless(
        'reverse',
        'Driving torque on a brake request is a malfunction of the drive, which is judged there.',
      ),
    ],
  },
  'FN-26': {
    title: 'Hold at standstill',
    cells: [
      hazardous(
        'no',
        'Vehicle is not held',
        'HZ-07',
        'The force drops when the driver takes the foot off.',
        'Rolls backwards on a slope towards the vehicle behind.',
      ),
      hazardous(
        'less',
        'Held with too little force',
        'HZ-07',
        'The force is that of a level road.',
        'Creeps down the slope.',
      ),
      hazardous(
        'early',
        'Released before the drive pulls',
        'HZ-07',
        'The force drops before the motor has torque.',
        'Rolls back by half a metre when setting off.',
      ),
      hazardous(
        'stuck',
        'Vehicle is not released',
        'HZ-11',
        'The force stays although the driver sets off.',
        'Stands where it should not, on a level crossing for instance.',
      ),
      hazardous(
        'unintended',
        'Held while driving',
        'HZ-03',
        'The hold is activated because the speed is taken for zero.',
        'Brakes to standstill from any speed.',
      ),
      harmless('more', 'Held with more force', 'The parking force is not exceeded; the release takes 60 ms longer.'),
      harmless(
        'late',
        'Hold begins late',
        'The driver still has the foot on the pedal: the hold takes over what is there.',
      ),
      ...senseless('reverse other-than', 'Holding has no direction and no other form.'),
    ],
  },
  'FN-27': {
    title: 'Park',
    cells: [
      hazardous(
        'no',
        'Parking brake does not latch',
        'HZ-06',
        'Neither rear latch engages when the driver leaves.',
        'Rolls away with nobody in it.',
      ),
      hazardous(
        'less',
        'Latched with too little force',
        'HZ-06',
        'The force is below that for the slope, or falls as the discs cool down.',
        'Rolls away some minutes after it was parked.',
      ),
      hazardous(
        'unintended',
        'Parking brake opens by itself',
        'HZ-06',
        'Both latches open without a request.',
        'Rolls away with nobody in it.',
      ),
      hazardous(
        'as-well-as',
        'Parking brake closes while driving',
        'HZ-05',
        'The latches engage when the rear wheels brake.',
        'Rear wheels stay braked and may lock.',
      ),
      hazardous(
        'stuck',
        'Parking brake does not open',
        'HZ-11',
        'The latches hold although the driver sets off.',
        'Cannot be moved away from a dangerous place.',
      ),
      harmless(
        'part-of',
        'One latch only engages',
        'One rear wheel holds the vehicle on 12 %; the driver is warned and asked to select P, where the drive locks.',
      ),
      harmless('late', 'Latching takes longer', 'The force is kept electrically until the latch is engaged.'),
      ...senseless('reverse early', 'There is nothing earlier than the request, and nothing opposite but opening.'),
    ],
  },
  'FN-28': {
    title: 'Brake for driver assistance',
    cells: [
      hazardous(
        'more',
        'Brakes harder than assistance requests',
        'HZ-03',
        'The limit of comfort requests is not applied.',
        'Full braking in traffic.',
      ),
      hazardous(
        'unintended',
        'Brakes without a request of assistance',
        'HZ-03',
        'A request is carried out that assistance did not send.',
        'Full braking in traffic.',
      ),
      hazardous(
        'stuck',
        'Request of assistance is not ended',
        'HZ-03',
        'The last request stays active after its messages end.',
        'Brakes to standstill on a motorway.',
      ),
      harmless(
        'no',
        'Request of assistance is not carried out',
        'The driver is responsible at any time and brakes; assistance shows that it is not available.',
      ),
      harmless('less', 'Request is carried out weakly', 'Like one that is not carried out: the driver brakes.'),
      harmless('late', 'Request is carried out late', 'Like one that is not carried out: the driver brakes.'),
      ...senseless('reverse', 'Requests to accelerate do not go to the brake.'),
    ],
  },
}
