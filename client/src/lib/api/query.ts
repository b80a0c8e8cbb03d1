import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { shouldRetry } from './admin-call.ts';
import { callData, type ApiData, type CallExtras, type Route, type RouteArgs } from './call.ts';

/** The key under which an answer is cached. Every query of a route begins with the route. */
export type ApiKey = readonly [route: Route, args: object];

/** Key of a query in the cache: `[route, args]`. */
export const apiKey = <R extends Route>(route: R, args: RouteArgs<R>): ApiKey => [route, args];

type CallOptions = Pick<CallExtras, 'conditionalGet' | 'whenSignedOut'>;
type DerivedOption = 'queryKey' | 'queryFn' | 'initialData' | 'select';

interface ApiQueryOptions<Fetched, Data>
  extends CallOptions, Omit<UseQueryOptions<NoInfer<Data>, Error, NoInfer<Data>, ApiKey>, DerivedOption> {
  /** Runs around each fetch: to cache the answer in another place, or to turn a refusal into data. */
  around?: (load: () => Promise<Fetched>) => Promise<Data>;
}

/**
 * The query of a route: key, fetcher and types come from its contract, and an administrator's routes retry and report
 * an ended session as their screens expect. Each route is queried in one place; a screen that needs only a part of the
 * answer adds `select`.
 */
export function apiQuery<R extends Route, Data = ApiData<R>>(
  route: R,
  args: RouteArgs<R>,
  options: ApiQueryOptions<ApiData<R>, Data> = {},
) {
  const { conditionalGet, whenSignedOut, around, ...rest } = options;
  return queryOptions<Data, Error, Data, ApiKey>({
    ...retriesOf(route),
    ...rest,
    queryKey: apiKey(route, args),
    queryFn: ({ signal }) => {
      const load = () => callData(route, args, { conditionalGet, whenSignedOut, signal });
      // Without `around` the data is the answer itself.
      return around ? around(load) : (load() as Promise<Data>);
    },
  });
}

interface ApiPagesOptions<Data, Param>
  extends
    CallOptions,
    Omit<UseInfiniteQueryOptions<Data, Error, InfiniteData<Data, Param>, ApiPagesKey, Param>, DerivedOption> {}

type ApiPagesKey = readonly [...ApiKey, 'pages'];

/** The query of a list that grows on the screen; `argsOf` returns the arguments for one page. */
export function apiPagesQuery<R extends Route, Param>(
  route: R,
  argsOf: (page: NoInfer<Param>) => RouteArgs<R>,
  { conditionalGet, whenSignedOut, ...options }: ApiPagesOptions<ApiData<R>, Param>,
) {
  return infiniteQueryOptions<ApiData<R>, Error, InfiniteData<ApiData<R>, Param>, ApiPagesKey, Param>({
    ...retriesOf(route),
    ...options,
    queryKey: [...apiKey(route, argsOf(options.initialPageParam)), 'pages'],
    queryFn: ({ signal, pageParam }) =>
      // The library passes the value from `getNextPageParam`.
      callData(route, argsOf(pageParam as Param), { conditionalGet, whenSignedOut, signal }),
  });
}

const retriesOf = (route: Route) => (route.includes(' /api/admin/') ? { retry: shouldRetry } : {});

/** The key that begins those of all queries of a route, by which they are invalidated together. */
export const routeKey = <R extends Route>(route: R) => [route] as const;

/** Marks every answer of these routes as stale, and fetches those again that are on a screen. */
export async function invalidateRoutes(client: QueryClient, ...routes: readonly Route[]): Promise<void> {
  await Promise.all(routes.map((route) => client.invalidateQueries({ queryKey: routeKey(route) })));
}
