/** The wheel actuators, which are alike. */
export const wheels = 'CO-35 CO-36 CO-37 CO-38'

// controls of electronics and of mechanics
export const endurance = 'Endurance run: 300,000 brakings with the profile of mountain and city, eight units'
export const fem = 'Strength calculated with the load of a pothole at full braking, factor 1.5'
