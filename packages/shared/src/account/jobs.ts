/** The status of a job. It leaves QUEUED and RUNNING once; it leaves FAILED only when it is started again. */
export const jobStatuses = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const
export type JobStatus = (typeof jobStatuses)[number]

export const unfinished = ['QUEUED', 'RUNNING'] as const satisfies readonly JobStatus[]
