/** Number of letters per accepted typing error. */
const LETTERS_A_SLIP = 3

/**
 * Returns the most similar word, or undefined if none is similar. Ignores letter case, dashes,
 * underscores and dots: `chain-id` equals `chainId`.
 */
export function closestWord(typed: string, words: Iterable<string>): string | undefined {
  const wanted = lettersOf(typed)
  let closest: string | undefined
  let fewest = Math.floor(wanted.length / LETTERS_A_SLIP) + 1
  for (const word of words) {
    const letters = lettersOf(word)
    // The distance is at least the difference in length.
    if (Math.abs(letters.length - wanted.length) >= fewest) continue
    const slips = countSlips(wanted, letters)
    if (slips >= fewest) continue
    closest = word
    fewest = slips
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
function countSlips(a: string, b: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const wrong = a[i - 1] === b[j - 1] ? 0 : 1
      let slips = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + wrong)
      const hasSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (hasSwap) slips = Math.min(slips, (beforeLast[j - 2] ?? 0) + 1)
      row.push(slips)
    }
    ;[beforeLast, last] = [last, row]
  }
  return last[b.length] ?? 0
}
