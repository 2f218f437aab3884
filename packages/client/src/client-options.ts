import type { Socket } from './socket-line.ts';

export interface ClientOptions {
  /** Where Numscope answers, as `https://numscope.example`; unless said, where the page comes from. */
  url?: string;
  /** An API key or an access token for the next call; null: none. Asked for each call, since tokens end. */
  bearer?: () => string | null;
  /** What opens websockets for `messages`, where the platform has none of its own: Node.js before 22 takes that of the package `ws`. */
  WebSocket?: new (url: string) => Socket;
  /** Whether the next call is made by the page itself while nobody is there: it then does not keep a login from ending. */
  background?: () => boolean;
}
