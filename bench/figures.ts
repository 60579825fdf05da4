/** Values of one measurement, one per round. */
export interface Series {
  readonly unit: string
  readonly values: readonly number[]
}

/** A table row: our measurement and optionally that of a peer. */
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

/** Formats a row in Markdown. The ratio is that of our median to the peer's. */
export function formatRow({ what, ours, peer, goal }: Row): string {
  const ratio = peer === undefined ? '–' : format(median(ours.values) / median(peer.values))
  const cells = [what, formatSeries(ours), peer ? formatSeries(peer) : '–', ratio, goal ?? '–']
  return `| ${cells.join(' | ')} |`
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

/** Formats median, minimum and maximum. */
export function formatSeries({ unit, values }: Series): string {
  const middle = `${format(median(values))} ${unit}`.trimEnd()
  if (values.length === 1) return middle
  return `${middle} (${format(Math.min(...values))}, ${format(Math.max(...values))})`
}

/** Formats three significant digits with thousands separators. */
export function format(value: number): string {
  if (value >= 1000) return Number(value.toPrecision(3)).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}
