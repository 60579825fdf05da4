import type { StateReader } from './stateReader.ts'
export interface WorldState extends StateReader {}
