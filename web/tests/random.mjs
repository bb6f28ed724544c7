// Numbers that are the same in every run (Park and Miller's generator).

/** Draws whole numbers from 0 up to, and without, what it is asked for. */
export function random(seed) {
  let state = seed;
  return (end) => {
    state = (state * 48271) % 2147483647;
    return state % end;
  };
}
