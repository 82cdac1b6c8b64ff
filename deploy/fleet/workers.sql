-- Run once by psql as the owner: the login of the workers. `kernelwright queue roles` gives the role its rights.
\getenv password WORKER_PASSWORD
create role kernelwright_worker nologin;
create role worker login password :'password' in role kernelwright_worker;
