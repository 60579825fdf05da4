/** Where a worker finds its end of the pipe that jobs, questions and their answers take. */
export const PIPE_FD = 3

/** Where it finds its end of another one, which is open for as long as its node lives. */
export const LIFELINE_FD = 4
