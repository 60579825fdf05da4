/** The name that somebody who wrote `given` may have meant; undefined where none is like it. */
export function closestName(given: string, names: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(given.length / 3))
  const [best] = names
    .map((name) => ({ name, distance: distance(given.toLowerCase(), name.toLowerCase()) }))
    .filter((each) => each.distance <= most)
    .sort((a, b) => a.distance - b.distance)
  return best?.name
}

/** How many letters have to be put in, taken out or changed to make one text of the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (let j = 0; j < to.length; j++) {
      const [above = 0, diagonal = 0, left = 0] = [row[j + 1], row[j], next[j]]
      next.push(Math.min(above + 1, left + 1, diagonal + (letter === to[j] ? 0 : 1)))
    }
    row = next
  }
  return row[to.length] ?? 0
}
