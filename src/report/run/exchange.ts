/** What an attempt and the model said to each other. */

/** One exchange with the model: the messages as sent, and the reply as received. */
export interface Exchange {
  /** call and turn, for example "planner.0"; a reply that was sent back has the next turn */
  call: string;
  prompt: string;
  reply: string;
}

/** Looks up the prompts and replies of an attempt, in order. */
export type Exchanges = (attempt: string) => readonly Exchange[];
