/** Who changed something: a person, or (without a uuid) a part of the product. */
export interface Actor {
  readonly uuid: string | null
  readonly name: string
  /** The run of a playbook that made the change in this person's name. */
  readonly playbookRun?: string
}
