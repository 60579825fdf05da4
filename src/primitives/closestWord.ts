/** Number of letters per accepted typing error. */
const LETTERS_PER_ERROR = 3

/**
 * Returns the most similar word, or undefined if none is similar. Ignores letter case, dashes,
 * underscores and dots: `chain-id` equals `chainId`.
 */
export function closestWord(typed: string, words: Iterable<string>): string | undefined {
  const wanted = lettersOf(typed)
  let closest: string | undefined
  let minimum = Math.floor(wanted.length / LETTERS_PER_ERROR) + 1
  for (const word of words) {
    const letters = lettersOf(word)
    // The distance is at least the difference in length.
    if (Math.abs(letters.length - wanted.length) >= minimum) continue
    const distance = editDistance(wanted, letters)
    if (distance >= minimum) continue
    closest = word
    minimum = distance
  }
  return closest
}

/** Returns `; did you mean port?`, or an empty string. */
export function didYouMean(typed: string, words: Iterable<string>): string {
  const word = closestWord(typed, words)
  return word === undefined ? '' : `; did you mean ${word}?`
}

function lettersOf(word: string): string {
  return word.toLowerCase().replaceAll(/[-_.\s]/g, '')
}

/**
 * Returns the optimal string alignment distance: the number of missing, extra, wrong and transposed
 * letters.
 *
 * @see https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance
 */
function editDistance(a: string, b: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const wrong = a[i - 1] === b[j - 1] ? 0 : 1
      let distance = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + wrong)
      const hasSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (hasSwap) distance = Math.min(distance, (beforeLast[j - 2] ?? 0) + 1)
      row.push(distance)
    }
    ;[beforeLast, last] = [last, row]
  }
  return last[b.length] ?? 0
}
