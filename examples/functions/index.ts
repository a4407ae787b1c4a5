import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, FunctionNamespace } from "pulumi-edgecloud";

const config = new pulumi.Config();

const code = `package main

import (
	"fmt"
	"net/http"
)

func Greet(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, "Hello, %s", r.URL.Query().Get("name"))
}
`;

/** Its variables are those of all its functions. */
const hello = new FunctionNamespace("hello", { name: "hello", envs: { LOG_LEVEL: "info" } });

/** One instance is always warm. `pulumi up` returns when the function can be called. */
const greeting = new CloudFunction("greeting", {
  namespace: hello.namespace,
  name: "greeting",
  runtime: "go1.16.6",
  flavor: "80mCPU-128MB",
  mainMethod: "Greet",
  code,
  timeout: 10,
  autoscaling: { minInstances: 1, maxInstances: 4 },
  envs: { DATABASE_URL: config.requireSecret("databaseUrl") },
});

export const endpoint = greeting.endpoint;
