// Which answer an address gives, by the API's description: what api.js returns.

import type { paths } from "answers";

// What is filled into an address is any text, for the description as for the scripts.
type Filled<Path> = Path extends `${infer Before}{${string}}${infer After}` ? `${Before}${string}${Filled<After>}` : Path & string;
type Part<Text> = Text extends `${number}` ? string : Text;
type Plain<Path> = Path extends `${infer First}/${infer Rest}` ? `${Part<First> & string}/${Plain<Rest>}` : Part<Path> & string;
type Bare<Address> = Plain<Address extends `${infer Path}?${string}` ? Path : Address>;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Described<Path> = { [P in keyof paths]: Same<Filled<P>, Path> extends true ? paths[P] : never }[keyof paths];

type Body<Response> = Response extends { content: { "application/json": infer Content } } ? Content : never;
type Good<Operation> = Operation extends { responses: infer All } ? Body<All[keyof All & (200 | 201)]> : never;
type Known<Answer> = [Answer] extends [never] ? unknown : Answer; // nothing can be read from what isn't described
type Each<Path, Method extends "get" | "post"> = Path extends string ? Known<Good<Described<Path>[Method]>> : never;

export type Got<Address extends string> = Each<Bare<Address>, "get">;
export type Posted<Address extends string> = Each<Bare<Address>, "post">;
