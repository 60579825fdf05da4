/** Measurements of one thing, one a round. */
export interface Series {
  readonly unit: string
  readonly values: readonly number[]
}

/** A line of the table: something measured, of us and, if there is one, of a peer. */
export interface Row {
  readonly what: string
  readonly ours: Series
  readonly peer?: Series
  readonly goal?: string
}

export const TABLE_HEAD = [
  '| what | Rockpool: median (min, max) | peer: median (min, max) | ratio | goal |',
  '|---|---|---|---|---|',
].join('\n')

/** A line in Markdown. The ratio is ours to the peer's, of the medians. */
export function formatRow({ what, ours, peer, goal }: Row): string {
  const ratio = peer === undefined ? '–' : format(median(ours.values) / median(peer.values))
  const cells = [what, formatSeries(ours), peer ? formatSeries(peer) : '–', ratio, goal ?? '–']
  return `| ${cells.join(' | ')} |`
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

/** Median, least and most. */
export function formatSeries({ unit, values }: Series): string {
  const middle = `${format(median(values))} ${unit}`.trimEnd()
  if (values.length === 1) return middle
  return `${middle} (${format(Math.min(...values))}, ${format(Math.max(...values))})`
}

/** Three digits that count, thousands apart. */
export function format(value: number): string {
  if (value >= 1000) return Number(value.toPrecision(3)).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}
