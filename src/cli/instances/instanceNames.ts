/** Names for those who gave none. */
const WORDS =
  'amber basalt brook cedar cliff cobalt coral cove creek delta dune ember fern fjord flint gale geyser glade granite grotto harbor heron inlet ivory jade kelp lagoon ledge lichen marble marsh mesa mist moss oasis onyx opal otter pearl pebble pine quartz rapids reef ridge ripple river sable shale shoal slate spring tarn tide topaz torrent tundra vale wharf willow'.split(
    ' ',
  )

/**
 * A name that nobody has. One whose log is not there either is the best; else that with the oldest log, so that what a node
 * said last can be read for as long as possible.
 *
 * @param taken names of instances
 * @param logs time at which the log of a name was last written to
 */
export function freeName(taken: ReadonlySet<string>, logs: ReadonlyMap<string, number>): string {
  const free = WORDS.filter((word) => !taken.has(word))
  const [oldest] = free.toSorted((a, b) => (logs.get(a) ?? 0) - (logs.get(b) ?? 0))
  if (oldest !== undefined) return oldest
  for (let i = 2; ; i++) {
    const name = WORDS.map((word) => `${word}-${i}`).find((each) => !taken.has(each))
    if (name !== undefined) return name
  }
}
