/** What the commands do together that begin with the same word. */
export const groupSummaries: ReadonlyMap<string, string> = new Map([
  ['snapshot', 'snapshots of a running node: ls, save, use, rm'],
])
