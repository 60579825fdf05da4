/** What a native transaction tells of itself, by the Cosmos SDK's names: `transfer` with `sender`, `recipient`, `amount`. */
export interface NativeEvent {
  readonly type: string
  readonly attributes: readonly NativeEventAttribute[]
}

export interface NativeEventAttribute {
  readonly key: string
  readonly value: string
}
